import { makeZip } from 'client-zip'
import type { PackedFile } from './pack.ts'

const listSignature = Buffer.from([0x50, 0x4b, 1, 2])

/**
 * Whether a zip of these files begins with the entry of its folder: conversion takes longer than
 * proxies wait, so that something has to be sent before it.
 */
export const beginsWithFolder = (files: readonly Pick<PackedFile, 'convert'>[]): boolean =>
  files.some(({ convert }) => convert !== undefined)

/** The entry of a zip's folder: equal plans give equal ones. */
export const folderEntry = (folder: string, stampMs: number) => ({
  name: `${folder}/`,
  lastModified: new Date(stampMs),
})

/** Returns the entry's bytes, which are known before anything of the zip is written. */
export async function folderBytes(folder: string, stampMs: number): Promise<Uint8Array> {
  const zip = await new Response(makeZip([folderEntry(folder, stampMs)], { buffersAreUTF8: true })).bytes()
  return zip.subarray(0, Buffer.from(zip).indexOf(listSignature))
}
