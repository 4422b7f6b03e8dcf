import { type Static, Type as t } from '@sinclair/typebox'
import { jsonReader } from '../../lib/json/json-reader.ts'

const AssetFile = t.Object({
  type: t.String(),
  tag: t.String(),
  /** Its bytes, as the browser has them in the end. */
  size: t.Integer(),
  /** Its bytes as Brotli, of a file that is kept so alone. */
  packed: t.Optional(t.Integer()),
})

export type AssetFile = Static<typeof AssetFile>

/** How the name of a packed file ends. */
export const packedSuffix = '.br'

const Scripts = t.Object({
  js: t.String(),
  /** The script of the player that other sites show in a frame. */
  embed: t.String(),
  printed: t.String(),
  /** Further chunks of an island, by its name. */
  preload: t.Record(t.String(), t.Array(t.String())),
})

export type Scripts = Static<typeof Scripts>

const Manifest = t.Object({
  /** Identifies this build of the client; a page of another build is loaded in full. */
  build: t.String(),
  scripts: t.Record(t.String(), Scripts),
  /**
   * Stylesheets: that of every page, and the additional ones of signed-in viewers outside the
   * studio, pages with forms, drops, the studio and the room; and those of the player in a frame
   * and of the card to print, which are used alone. That of the ways to share is loaded when they
   * are opened.
   */
  sheets: t.Object({
    app: t.String(),
    member: t.String(),
    forms: t.String(),
    drops: t.String(),
    studio: t.String(),
    room: t.String(),
    embed: t.String(),
    printed: t.String(),
    share: t.String(),
  }),
  /** The service worker, as it is served below `/a/`; browsers know it as /sw.js. */
  worker: t.String(),
  clipWorker: t.String(),
  /** URLs of fonts and static files by their plain names. */
  named: t.Record(t.String(), t.String()),
  files: t.Record(t.String(), AssetFile),
})

/** The manifest that the build writes next to the client's files. */
export type Manifest = Static<typeof Manifest>

/** Returns the manifest of its text. Throws for any other text. */
export const readManifest = jsonReader("The manifest of the browser's files", Manifest)
