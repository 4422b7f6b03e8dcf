/** A file found in a folder: its path from there, with "/" between folders. */
export type FoundFile = { path: string; bytes: number }

export type AlbumTags = {
  title?: string
  artist?: string
  albumArtist?: string
  isCompilation?: boolean
  album?: string
  track?: number
  disc?: number
  date?: string
  year?: number
  hasCover?: boolean
  /** The cue sheet in it. */
  cue?: string
  /** The length of the sound, where a cue sheet may be about it. */
  seconds?: number
}

export type FoundMusic = FoundFile & { tags: AlbumTags }

/** A file that is left out, and why; `by`: the artist whom it names, where that is why. */
export type LeftFile = { path: string; why: string; by?: string }

/** The kind of a file as its name promises it; only its content decides whether it is music. */
export type FileKind = 'music' | 'picture' | 'words' | 'manifest' | 'cue' | 'packed' | 'known' | 'system' | 'other'

const kinds: readonly [FileKind, RegExp][] = [
  ['system', /(?:^|\/)(?:\.[^/]*|thumbs\.db|desktop\.ini|__macosx(?:\/.*)?)$/i],
  ['music', /\.(?:wav|wave|w64|rf64|aif|aiff|aifc|caf|flac|mp3|m4a|mp4|aac|ogg|oga|opus)$/i],
  ['picture', /\.(?:jpe?g|png|webp|gif)$/i],
  ['words', /\.(?:lrc|txt)$/i],
  ['manifest', /(?:^|\/)(?:release|track|catalog|artist)\.eno$/i],
  ['cue', /\.cue$/i],
  ['packed', /\.(?:zip|rar|7z|tar|t?gz)$/i],
  ['known', /\.(?:eno|pdf|md|html?|log|nfo|m3u8?|pls|sfv|md5|json|xml|url|docx?|rtf|bmp|tiff?|heic|psd|mov|mkv)$/i],
]

export const kindOfPath = (path: string): FileKind => kinds.find(([, name]) => name.test(path))?.[0] ?? 'other'

/** Returns the folder of a path; "" for one directly in the folder that is looked through. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const stemOf = (path: string): string => nameOf(path).replace(/\.[A-Za-z0-9]{1,5}$/, '')

/** Returns a text on one line: names of files may hold line ends and other control characters. */
export const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
