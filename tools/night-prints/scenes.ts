import type { Scene } from './light.ts';
import { ball } from './scenes/ball.ts';
import { beams } from './scenes/beams.ts';
import { decks } from './scenes/decks.ts';
import { hall } from './scenes/hall.ts';
import { stack } from './scenes/stack.ts';

export type SceneName = 'beams' | 'hall' | 'stack' | 'ball' | 'decks';

export const scenes: Record<SceneName, Scene> = { beams, hall, stack, ball, decks };
