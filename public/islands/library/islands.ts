// Playlists, and what is kept for offline: one chunk, so that a page fetches one file.
import '../../lib/signed-in-parts.ts'

export { default as AddToPlaylist } from './add-to-playlist.tsx'
export { default as KeepOffline } from './keep-offline.tsx'
export { default as Kept } from './kept.tsx'
export { default as Playlist } from './playlist.tsx'
export { default as Playlists } from './playlists.tsx'
