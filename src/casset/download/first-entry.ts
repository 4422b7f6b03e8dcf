import { makeZip } from 'client-zip'

const listSignature = Buffer.from([0x50, 0x4b, 1, 2])

/** Returns the entry of the folder with which a converted zip begins (pack-child.ts). */
export const folderEntry = (folder: string, stampMs: number) => ({
  name: `${folder}/`,
  lastModified: new Date(stampMs),
})

/** Returns the bytes of that entry: they are known before anything of the zip is written. */
export async function folderBytes(folder: string, stampMs: number): Promise<Uint8Array> {
  const zip = await new Response(makeZip([folderEntry(folder, stampMs)], { buffersAreUTF8: true })).bytes()
  return zip.subarray(0, Buffer.from(zip).indexOf(listSignature))
}
