import { writeFile } from 'node:fs/promises'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { answerOf } from '../../../platform/asset/picture/picture-child.ts'
import { cleanEmoji } from './clean-emoji.ts'

/** The child's side of `addEmoji`: writes the cleaned picture of a file to another path. */
export const emojiChild = ([path = '', type = '', cleaned = '']: readonly string[]): Promise<string> =>
  answerOf(async () => {
    const { contentType, bytes } = await cleanEmoji(await Bun.file(path).bytes(), type)
    await writeFile(cleaned, bytes, { mode: 0o600 })
    return { contentType, bytes: bytes.length, sha256: sha256Hex(bytes) }
  })
