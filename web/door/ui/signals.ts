/** The kind of vibration, colour and sound. Only scanner devices use `conflict` and `noted`. */
export type Signal = 'accept' | 'reject' | 'other' | 'undecided' | 'noted' | 'conflict';

type Tone = { type: OscillatorType; hertz: number; ms: number };

/** In ms on, off, on … */
const vibrations: Record<Signal, number[]> = {
  accept: [120],
  reject: [90, 60, 90, 60, 90],
  other: [220],
  undecided: [60, 60, 60],
  noted: [60],
  conflict: [240, 120, 240, 120, 240],
};
const tones: Record<Signal, Tone[]> = {
  accept: [{ type: 'sine', hertz: 880, ms: 120 }],
  reject: [{ type: 'square', hertz: 196, ms: 350 }],
  other: [{ type: 'triangle', hertz: 294, ms: 400 }],
  undecided: [
    { type: 'sine', hertz: 440, ms: 120 },
    { type: 'sine', hertz: 440, ms: 120 },
  ],
  noted: [{ type: 'sine', hertz: 587, ms: 90 }],
  conflict: [
    { type: 'triangle', hertz: 659, ms: 160 },
    { type: 'triangle', hertz: 494, ms: 160 },
    { type: 'triangle', hertz: 659, ms: 160 },
    { type: 'triangle', hertz: 494, ms: 160 },
  ],
};
const PAUSE_MS = 90;
const VOLUME = 0.4;

export type Signals = { unlock(): void; give(signal: Signal, isMuted: boolean): void };

/** Browsers allow sound only after a tap. */
export function createSignals(): Signals {
  let audio: AudioContext | undefined;
  return {
    unlock() {
      audio ??= 'AudioContext' in globalThis ? new AudioContext() : undefined;
      void audio?.resume();
    },
    give(signal, isMuted) {
      if ('vibrate' in navigator) navigator.vibrate(vibrations[signal]);
      if (audio && !isMuted) play(audio, tones[signal]);
    },
  };
}

function play(audio: AudioContext, notes: readonly Tone[]): void {
  let at = audio.currentTime;
  for (const { type, hertz, ms } of notes) {
    const oscillator = new OscillatorNode(audio, { type, frequency: hertz });
    oscillator.connect(new GainNode(audio, { gain: VOLUME })).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + ms / 1000);
    at += (ms + PAUSE_MS) / 1000;
  }
}
