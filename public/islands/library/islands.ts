// Playlists, and what is kept for offline: one chunk, so that a page fetches one file.
import '../../lib/signed-in-parts.ts'
