import { z } from 'zod/v4';

/** The two shapes of an error: `{error, error_description}` or `{errors: {base}}`. @see interface §7 */
export type ErrorShape = 'error' | 'errors';

/** A switch that is one of the two shapes. */
export const errorShape = z.enum(['error', 'errors']);

/** A switch that is the status of a refusal. */
export const failureStatus = z.int().min(400).max(599);

/** A switch that is the status of a success. */
export const successStatus = z.int().min(200).max(299);
