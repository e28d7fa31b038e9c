// One part of the site asks for what another one shows: a dialog of the app over whatever page.
export interface Asking<Wish> {
  /** False: nobody shows it here. */
  ask: (wish: Wish) => boolean;
  /** Where it is shown; the returned function takes that back. */
  onAsked: (show: (wish: Wish) => void) => () => void;
}

export function asking<Wish>(): Asking<Wish> {
  let show: ((wish: Wish) => void) | undefined;
  return {
    ask: (wish) => {
      show?.(wish);
      return show !== undefined;
    },
    onAsked: (act) => {
      show = act;
      return () => {
        show = undefined;
      };
    },
  };
}
