import type { Scene } from './light.ts';
import { ball } from './scenes/ball.ts';
import { bar } from './scenes/bar.ts';
import { beams } from './scenes/beams.ts';
import { decks } from './scenes/decks.ts';
import { hall } from './scenes/hall.ts';
import { stack } from './scenes/stack.ts';
import { stair } from './scenes/stair.ts';

export type SceneName = 'beams' | 'hall' | 'stack' | 'ball' | 'decks' | 'bar' | 'stair';

export const scenes: Record<SceneName, Scene> = { beams, hall, stack, ball, decks, bar, stair };
