import { Kind, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'

TypeRegistry.Set('Checked', (schema: TSchema, value: unknown) => typeof value === 'string' && schema.isValid(value))

/** Returns a schema of a short text that a function checks, such as one with a check digit. */
export const Checked = (isValid: (text: string) => boolean, description: string) =>
  Type.Unsafe<string>({ [Kind]: 'Checked', type: 'string', maxLength: 40, isValid, description })
