/** The part of the script tag that defines the elements. Importing it does. */
import './define.ts';
import { keepLastEvents } from './last-event.ts';

keepLastEvents();

export const start = (): void => undefined;
