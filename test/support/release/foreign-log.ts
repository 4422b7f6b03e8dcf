import { privateKeyOf, publicBytesOf } from '../../../src/release/signing/keys.ts'
import { signNote, verifierKey } from '../../../src/release/signing/signed-note.ts'

const foreign = privateKeyOf(new Uint8Array(32).fill(7))

/** A checkpoint of the same tree and name that somebody else has signed. */
export function foreignNote(checkpoint: string): string {
  const [text = ''] = checkpoint.split('\n\n')
  return signNote(`${text}\n`, text.split('\n')[0] ?? '', foreign)
}

/** The key by which that one is checked, as `/log/vkey` would say it. */
export const foreignKey = (keys: string): string => `${verifierKey(keys.split('+')[0] ?? '', publicBytesOf(foreign))}\n`
