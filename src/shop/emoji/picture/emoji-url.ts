import type { EmojiType } from './emoji-type.ts'

export const endings = { 'image/png': 'png', 'image/webp': 'webp', 'image/gif': 'gif' } as const

/** The URL contains the hash of the bytes, so it may be cached forever. */
export const emojiUrl = ({ sha256, contentType }: { sha256: string; contentType: EmojiType }): string =>
  `/api/emojis/${sha256}.${endings[contentType]}`
