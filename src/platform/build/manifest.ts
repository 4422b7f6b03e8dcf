import type { Encoding } from '../../lib/encodings.ts'

/** One file of the client, and its length in each encoding that it has. */
export type AssetFile = { type: string; tag: string; size: number; encodings: Partial<Record<Encoding, number>> }

/** The manifest that the build wrote next to the client's files. */
export type Manifest = {
  /** Identifies this build of the client; a page of another build is loaded in full. */
  build: string
  js: string
  /**
   * Stylesheets: that of every page, and the additional ones of signed-in viewers outside the studio, pages with forms,
   * the studio and the room.
   */
  sheets: Record<'app' | 'member' | 'forms' | 'studio' | 'room', string>
  /** The service worker, as it is served below `/a/`; browsers know it as /sw.js. */
  worker: string
  /** The worker in which clips are made. */
  clipWorker: string
  /** Further chunks of an island, by its name. */
  preload: Record<string, string[]>
  /** URLs of fonts and static files by their plain names. */
  named: Record<string, string>
  files: Record<string, AssetFile>
}
