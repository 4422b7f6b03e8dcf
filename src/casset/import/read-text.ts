import { decodeText } from '../../lib/encoding/decode-text.ts'
import { openFound } from './find-files.ts'

export async function readText(path: string): Promise<string> {
  const file = await openFound(path)
  try {
    return decodeText(await file.readFile())
  } finally {
    await file.close()
  }
}
