/** The site's picture, or a cassette. `picture`: its URL; null: none. */
export const Mark = ({ picture }: { picture: string | null }) =>
  picture === null ? (
    <svg viewBox="0 0 40 26" width="40" height="26" aria-hidden="true">
      <rect width="40" height="26" rx="4" class="shell" />
      <path d="M5 5h30v11H5z" class="label" />
      <path d="M5 9h30v3H5z" class="band" />
      <path d="M12 20.5a3 3 0 1 0 0-.01zM22 20.5a3 3 0 1 0 0-.01z" class="hub" />
    </svg>
  ) : (
    <img src={picture} alt="" width="40" height="40" />
  )
