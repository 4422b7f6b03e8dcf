/** The host's ffmpeg. Rooms keep with this value what they have learned of it. */
export type Ffmpeg = { readonly path: string }

export const ffmpegAt = (path: string | null): Ffmpeg | null => (path === null ? null : { path })
