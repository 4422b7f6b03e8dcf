import { randomBytes } from '../../lib/hash/random-bytes.ts'

/** Returns a number that no other machine has. */
export const newHolder = (): number => Buffer.from(randomBytes(6)).readUIntBE(0, 6)
