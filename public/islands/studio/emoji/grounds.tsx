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
