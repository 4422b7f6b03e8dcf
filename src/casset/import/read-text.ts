import { openFound } from './find-files.ts'

/**
 * Returns the text of a small file: UTF-8 or UTF-16 as its first bytes say, else UTF-8 where it is
 * that, else the one of Western Windows.
 */
export async function readText(path: string): Promise<string> {
  const file = await openFound(path)
  try {
    return decode(await file.readFile())
  } finally {
    await file.close()
  }
}

export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
