import { useEffect, useRef } from "react";

/** Of a form: the first field that is wrong gets the focus once that is said. */
export function useFocusOnWrong(tried: boolean, refused: unknown = null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!tried && refused === null) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tried, refused]);
  return form;
}
