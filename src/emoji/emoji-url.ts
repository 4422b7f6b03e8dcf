import type { EmojiType } from './clean-emoji.ts'

/** How the name of a picture's file ends. */
export const endings = { 'image/png': 'png', 'image/webp': 'webp', 'image/gif': 'gif' } as const

/** Address of an emoji's picture. It names the very bytes, so it may be kept for ever. */
export const emojiUrl = ({ sha256, contentType }: { sha256: string; contentType: EmojiType }): string =>
  `/api/emojis/${sha256}.${endings[contentType]}`
