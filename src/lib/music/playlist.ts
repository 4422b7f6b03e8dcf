/** Server and dialogs both use it (rule: playlists). */
export const mostPlaylistTracks = 500
