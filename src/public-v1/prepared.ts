/** A v1 body as it is sent, with its ETag. */
export type PreparedBody = { readonly text: string; readonly etag: string }

/** The two v1 bodies of an artist. */
export type PreparedArtist = {
  readonly artistId: string
  readonly artist: PreparedBody
  readonly catalog: PreparedBody
}

/** A cache of v1 bodies by the path that is asked for; an artist's are dropped when the artist changes. */
export type PreparedArtists = {
  /** Returns the body at a path such as `/api/v1/artists/nova`. */
  get(path: string): PreparedBody | undefined
  put(handle: string, prepared: PreparedArtist): void
  /** Called by every verb that writes to an artist, its casset or its tracks. */
  drop(artistId: string): void
}

const maxCharacters = 16_000_000

const charactersOf = ({ artist, catalog }: PreparedArtist) => artist.text.length + catalog.text.length

/** The paths of an artist's two reads. */
export const artistPaths = (handle: string) => {
  const artist = `/api/v1/artists/${handle}`
  return { artist, catalog: `${artist}/catalog` }
}

/** Creates an empty cache; the oldest entries are evicted above 16 million characters. */
export function createPrepared(): PreparedArtists {
  const byPath = new Map<string, PreparedBody>()
  const byHandle = new Map<string, PreparedArtist>()
  const handleOf = new Map<string, string>()
  let held = 0
  const forget = (handle: string) => {
    const prepared = byHandle.get(handle)
    if (!prepared) return
    held -= charactersOf(prepared)
    handleOf.delete(prepared.artistId)
    byHandle.delete(handle)
    for (const path of Object.values(artistPaths(handle))) byPath.delete(path)
  }
  return {
    get: (path) => byPath.get(path),
    put(handle, prepared) {
      forget(handle)
      byHandle.set(handle, prepared)
      handleOf.set(prepared.artistId, handle)
      const paths = artistPaths(handle)
      byPath.set(paths.artist, prepared.artist)
      byPath.set(paths.catalog, prepared.catalog)
      held += charactersOf(prepared)
      for (const oldest of byHandle.keys()) {
        if (held <= maxCharacters) break
        forget(oldest)
      }
    },
    drop(artistId) {
      const handle = handleOf.get(artistId)
      if (handle !== undefined) forget(handle)
    },
  }
}
