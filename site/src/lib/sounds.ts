// Short tones for what happens to the client while the page is open; off until somebody turns them on
// in this browser. Web Audio makes them, so that there is no file to load.
import { readChoice, writeChoice } from "./preferences";

const name = "sounds";

export const soundsOn = (): boolean => readChoice(name) === "on";

/** Lets one be heard as they are turned on. */
export function turnSounds(on: boolean): void {
  writeChoice(name, on ? "on" : "off");
  if (on) void sound("fill");
}

interface Note {
  hertz: number;
  /** Seconds after the first note begins. */
  after: number;
}

const tones = {
  fill: [
    { hertz: 660, after: 0 },
    { hertz: 880, after: 0.1 },
  ],
  alert: [
    { hertz: 990, after: 0 },
    { hertz: 740, after: 0.14 },
    { hertz: 990, after: 0.28 },
  ],
} as const satisfies Record<string, readonly Note[]>;
export type Tone = keyof typeof tones;

const loudness = 0.12;
const noteSeconds = 0.16;
const riseSeconds = 0.01;
/** As good as silent: an exponential fall never ends at nothing. */
const silence = 0.0001;

/** A browser that lets a page be heard only after a press keeps a tone back; later it is no news. */
const lateMs = 1_000;
/** Whatever comes so soon after another one, in any tab, is the same tone. */
const quietMs = 500;

let made: AudioContext | undefined;

const context = (): AudioContext | undefined => {
  if (typeof AudioContext === "undefined") return undefined;
  made ??= new AudioContext();
  return made;
};

/** A press lets the page be heard: some browsers want it to be this very moment. */
export function wakeSounds(): void {
  if (soundsOn())
    void context()
      ?.resume()
      .catch(() => undefined);
}

function begin(audio: AudioContext, { hertz, after }: Note): void {
  const at = audio.currentTime + after;
  const note = audio.createOscillator();
  const volume = audio.createGain();
  note.frequency.value = hertz;
  // Neither its beginning nor its end clicks.
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + riseSeconds);
  volume.gain.exponentialRampToValueAtTime(silence, at + noteSeconds);
  note.connect(volume).connect(audio.destination);
  note.start(at);
  note.stop(at + noteSeconds);
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, quietMs));

/** By one of the tabs only, where the browser can tell. */
async function alone(tone: Tone, act: () => void): Promise<void> {
  if (!navigator.locks) return act();
  await navigator.locks.request(`cambio.sound.${tone}`, { ifAvailable: true }, (lock) => {
    if (!lock) return undefined;
    act();
    return pause();
  });
}

/** Nothing where they are off, or where the browser does not let the page be heard. */
export async function sound(tone: Tone): Promise<void> {
  const audio = soundsOn() ? context() : undefined;
  if (!audio) return;
  const asked = Date.now();
  try {
    await audio.resume();
  } catch {
    return;
  }
  if (audio.state !== "running" || Date.now() - asked > lateMs) return;
  await alone(tone, () => tones[tone].forEach((note) => begin(audio, note)));
}
