/** The two v1 bodies of an artist, as they are sent. */
export type PreparedArtist = { readonly artistId: string; readonly artist: string; readonly catalog: string }

/** A cache of v1 bodies by handle; an entry is dropped when the artist changes. */
export type PreparedArtists = {
  get(handle: string): PreparedArtist | undefined
  put(handle: string, prepared: PreparedArtist): void
  /** Called by every verb that writes to an artist, its casset or its tracks. */
  drop(artistId: string): void
}

const maxCharacters = 16_000_000

/** Creates an empty cache; the oldest entries are evicted above 16 million characters. */
export function createPrepared(): PreparedArtists {
  const byHandle = new Map<string, PreparedArtist>()
  const handleOf = new Map<string, string>()
  let held = 0
  const forget = (handle: string) => {
    const prepared = byHandle.get(handle)
    if (!prepared) return
    held -= prepared.artist.length + prepared.catalog.length
    handleOf.delete(prepared.artistId)
    byHandle.delete(handle)
  }
  return {
    get: (handle) => byHandle.get(handle),
    put(handle, prepared) {
      forget(handle)
      byHandle.set(handle, prepared)
      handleOf.set(prepared.artistId, handle)
      held += prepared.artist.length + prepared.catalog.length
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
