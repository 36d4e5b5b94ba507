/** What opens over any page of the console, in one file: the dialog of the library comes with it, which the frame itself does without. */
export { CommandBar } from './command-bar/command-bar.tsx';
export { PlacesMenu } from './places-menu.tsx';
