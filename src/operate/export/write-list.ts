import { open } from 'node:fs/promises'

/** A JSON list that is written to disk a page at a time. */
export type ListFile = {
  add(items: readonly unknown[]): Promise<void>
  /** Ends the list and returns the hash and size of its file. */
  close(): Promise<{ sha256: string; bytes: number }>
}

export async function openList(path: string): Promise<ListFile> {
  const file = await open(path, 'wx', 0o600)
  const hasher = new Bun.CryptoHasher('sha256')
  let bytes = 0
  let before = '[\n'
  const write = async (text: string) => {
    const piece = Buffer.from(text)
    hasher.update(piece)
    bytes += piece.length
    await file.writeFile(piece)
  }
  return {
    async add(items) {
      if (items.length === 0) return
      await write(before + items.map((item) => JSON.stringify(item)).join(',\n'))
      before = ',\n'
    },
    async close() {
      await write(before === '[\n' ? '[]\n' : '\n]\n')
      await file.close()
      return { sha256: hasher.digest('hex'), bytes }
    },
  }
}
