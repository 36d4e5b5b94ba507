import { useRef, useState } from 'react';
import { api } from '#web/lib/browser-api.ts';
import { askDecision, manualQuestion, pressedAgain, type Question, questionOf } from './ask-decision.ts';
import { type Signal, signalOf, type Verdict } from './verdict.ts';

/** Before the first tap, looking for a code, asking the server, answered. */
export type Step =
  | { phase: 'idle' }
  | { phase: 'scanning' }
  | { phase: 'checking'; question: Question }
  | { phase: 'decided'; question: Question; verdict: Verdict };

/** Whether and at which event's door tickets can be checked. */
type ScanDoor = { isReady: boolean; eventId: number | undefined };

/** A code that is still held before the camera is not asked about again at once. */
const SAME_CODE_MS = 5_000;

/** Spec §4: the first decode stops the scanning, the decision is sent by itself, Scan again starts anew. */
export function useScanner({ isReady, eventId }: ScanDoor) {
  const [step, setStep] = useState<Step>({ phase: 'idle' });
  const [isReject, setReject] = useState(false);
  const [isMuted, setMuted] = useState(false);
  const [signals] = useState(createSignals);
  const lastRead = useRef({ text: '', at: -SAME_CODE_MS });
  const attempt = useRef(0);
  const [unanswered] = useState(createUnanswered);

  const ask = async (wanted: Question) => {
    const question = unanswered.ask(wanted, performance.now());
    const ownAttempt = (attempt.current += 1);
    setStep({ phase: 'checking', question });
    const verdict = await askDecision(api, question);
    // Somebody may have gone on, or left, meanwhile.
    if (attempt.current !== ownAttempt) return;
    if (verdict.kind !== 'undecided') unanswered.answered(question);
    setStep({ phase: 'decided', question, verdict });
    signals.give(signalOf(verdict), isMuted);
  };

  const standing = { isReject, eventId };
  return {
    step,
    isReject,
    setReject,
    isMuted,
    setMuted,
    start() {
      signals.unlock();
      setStep({ phase: 'scanning' });
    },
    /** True: this is one to ask about, stop looking. */
    read(text: string): boolean {
      const now = performance.now();
      const { text: before, at } = lastRead.current;
      if (!isReady || (text === before && now - at < SAME_CODE_MS)) return false;
      lastRead.current = { text, at: now };
      void ask(questionOf(text, standing));
      return true;
    },
    askByHand(ticketId: number) {
      signals.unlock();
      void ask(manualQuestion(ticketId, standing));
    },
    askAgain: (question: Question) => void ask(question),
    admitOther: (question: Question) => void ask(pressedAgain(question)),
    scanAgain() {
      attempt.current += 1;
      setStep({ phase: 'scanning' });
    },
  };
}

/** As long as this a ticket that comes again is the same guest, whose decision got lost on the way. */
const SAME_SCAN_MS = 60_000;
const KEPT_MAX = 100;

/** Questions that ask the same, so that the answer to one answers the other. */
const keyOf = ({ ticketId, code, isReject, eventId, admitOtherEvent }: Question): string =>
  JSON.stringify([ticketId, code, isReject, eventId, admitOtherEvent]);

/** Questions that were sent, and nobody knows whether they arrived: asked again, each must be the same scan, or a guest let in would be "used". */
export function createUnanswered() {
  const kept = new Map<string, { question: Question; at: number }>();
  return {
    /** Returns the question to send: the one that waits for the same answer since less than a minute, else this one. `now` in ms. */
    ask(wanted: Question, now: number): Question {
      for (const [key, { at }] of kept) if (now - at >= SAME_SCAN_MS) kept.delete(key);
      const key = keyOf(wanted);
      const before = kept.get(key);
      if (before) return before.question;
      kept.set(key, { question: wanted, at: now });
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      return wanted;
    },
    answered: (question: Question) => void kept.delete(keyOf(question)),
  };
}

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

type Signals = { unlock(): void; give(signal: Signal, isMuted: boolean): void };

/** Sound has to be unlocked by a tap before a browser lets it out. */
function createSignals(): Signals {
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
