import { expect } from 'bun:test'

const codeSignatureCommand = 0x1d
const codeDirectoryMagic = 0xfade0c02
const isAdHoc = 0x2

/**
 * Checks the code signature of an executable for macOS, without which the system ends a program for
 * arm64 at once: the SHA-256 of each page is what it lists. Returns what it found. Format: xnu,
 * osfmk/kern/cs_blobs.h.
 */
export function checkMachO(file: Buffer): string {
  let at = 32
  let signature = 0
  for (let left = file.readUInt32LE(16); left > 0; left -= 1) {
    if (file.readUInt32LE(at) === codeSignatureCommand) signature = file.readUInt32LE(at + 8)
    at += file.readUInt32LE(at + 4)
  }
  expect(signature).toBeGreaterThan(0)
  const directory = file.subarray(signature + file.readUInt32BE(signature + 16))
  expect(directory.readUInt32BE(0)).toBe(codeDirectoryMagic)
  expect(directory.readUInt32BE(12) & isAdHoc).toBe(isAdHoc)
  const [hashes, pages, limit] = [16, 28, 32].map((offset) => directory.readUInt32BE(offset))
  const [pageBytes, hashBytes] = [2 ** directory.readUInt8(39), directory.readUInt8(36)]
  expect([limit, hashBytes]).toEqual([signature, 32])
  expect(pages).toBe(Math.ceil(signature / pageBytes))
  for (let page = 0; page < (pages ?? 0); page += 1) {
    const bytes = file.subarray(page * pageBytes, Math.min((page + 1) * pageBytes, signature))
    const listed = directory.subarray((hashes ?? 0) + page * hashBytes, (hashes ?? 0) + (page + 1) * hashBytes)
    expect(new Bun.CryptoHasher('sha256').update(bytes).digest().equals(listed)).toBe(true)
  }
  return `header, and the ad-hoc signature of ${pages} pages, which names nobody: nothing here runs it`
}
