import type { Signal } from './verdict.ts';

type Tone = { type: OscillatorType; hertz: number; ms: number };

/** Art direction §15: what the hand and the ear are told. Vibration in ms on, off, on … */
const vibrations: Record<Signal, number[]> = {
  accept: [120],
  reject: [90, 60, 90, 60, 90],
  other: [60, 60, 60],
  undecided: [60, 60, 60],
};
const doubled: Tone[] = [
  { type: 'sine', hertz: 440, ms: 120 },
  { type: 'sine', hertz: 440, ms: 120 },
];
const tones: Record<Signal, Tone[]> = {
  accept: [{ type: 'sine', hertz: 880, ms: 120 }],
  reject: [{ type: 'square', hertz: 196, ms: 350 }],
  other: doubled,
  undecided: doubled,
};
const PAUSE_MS = 90;
const VOLUME = 0.4;

export type Signals = { unlock(): void; give(signal: Signal, isMuted: boolean): void };

/** Sound has to be unlocked by a tap before a browser lets it out. */
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
