import { once } from '../turn/once.ts'

const collator = once(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))

/** Compares names as an album is heard, numbers by their value. */
export const inOrderOfNames = (a: string, b: string): number => collator().compare(a, b)
