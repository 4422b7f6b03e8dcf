/** A picture as it really is, by day and by night. */
export const Grounds = ({ url }: { url: string }) => (
  <span class="grounds" aria-hidden="true">
    <span>
      <img src={url} alt="" loading="lazy" />
    </span>
    <span>
      <img src={url} alt="" loading="lazy" />
    </span>
  </span>
)
