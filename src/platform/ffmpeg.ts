/** The host's ffmpeg. Rooms keep with this value what they have learned of it. */
export type Ffmpeg = { readonly path: string }

/** Returns the ffmpeg at a path; null for none. */
export const ffmpegAt = (path: string | null): Ffmpeg | null => (path === null ? null : { path })
