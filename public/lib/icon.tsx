const paths = {
  play: 'M6 3.5v17l14-8.5z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  next: 'M4 4l11 8-11 8zM17 4h3v16h-3z',
  previous: 'M20 4L9 12l11 8zM4 4h3v16H4z',
  share: 'M14 3l7 7-7 7v-4.5C8 12.5 5 15 3 19c.4-6 4-10.5 11-11.4z',
  queue: 'M3 5h12v2H3zM3 10h12v2H3zM3 15h7v2H3zM14 12.5v8l6.5-4z',
  add: 'M11 4h2v7h7v2h-7v7h-2v-7H4v-2h7z',
  remove: 'M5 11h14v2H5z',
  cross: 'M6.4 5l5.6 5.6L17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z',
  keys: 'M3 6h18v12H3zM5 8v2h2V8zm4 0v2h2V8zm4 0v2h2V8zm4 0v2h2V8zM5 12v2h2v-2zm3 0v2h8v-2zm9 0v2h2v-2z',
  volume: 'M3 9v6h4l5 4V5L7 9zM15 8.5a5 5 0 0 1 0 7zM15 4.5v1.8a6.5 6.5 0 0 1 0 11.4v1.8a8 8 0 0 0 0-15z',
  retry: 'M12 4a8 8 0 1 0 7.7 10h-2.1A6 6 0 1 1 12 6c1.7 0 3.1.7 4.2 1.8L13 11h7V4l-2.4 2.4A8 8 0 0 0 12 4z',
  up: 'M12 5l8 9h-5v6H9v-6H4z',
  down: 'M12 19l-8-9h5V4h6v6h5z',
  grip: 'M8 4h3v3H8zM13 4h3v3h-3zM8 10.5h3v3H8zM13 10.5h3v3h-3zM8 17h3v3H8zM13 17h3v3h-3z',
  open: 'M4 8l1.6-1.6L12 12.8l6.4-6.4L20 8l-8 8z',
  stop: 'M6 6h12v12H6z',
  heart: 'M12 20.6l-7.6-7.7a4.9 4.9 0 0 1 0-6.9 4.9 4.9 0 0 1 6.9 0l.7.7.7-.7a4.9 4.9 0 0 1 6.9 0 4.9 4.9 0 0 1 0 6.9z',
  unliked:
    'M12 20.6l-7.6-7.7a4.9 4.9 0 0 1 0-6.9 4.9 4.9 0 0 1 6.9 0l.7.7.7-.7a4.9 4.9 0 0 1 6.9 0 4.9 4.9 0 0 1 0 6.9zM12 17.7l6.2-6.2a2.9 2.9 0 1 0-4.1-4.1L12 9.5 9.9 7.4a2.9 2.9 0 1 0-4.1 4.1z',
  bell: 'M12 2.5a1.5 1.5 0 0 0-1.5 1.5v.7A6 6 0 0 0 6 10.5V15l-2 3h16l-2-3v-4.5a6 6 0 0 0-4.5-5.8V4A1.5 1.5 0 0 0 12 2.5zM9.5 19.5a2.5 2.5 0 0 0 5 0z',
  flag: 'M5 3h2v1h11l-2 4.5 2 4.5H7v8H5z',
  link: 'M9.5 14.5l5-5M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16M16 13l2.5-2.5a3.5 3.5 0 0 0-5-5L11 8',
} as const

export type IconName = keyof typeof paths

/** An icon; always next to or inside something that names it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" width="20" height="20">
    <path d={paths[name]} fill-rule="evenodd" />
  </svg>
)
