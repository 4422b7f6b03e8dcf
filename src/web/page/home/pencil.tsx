/** A pencil: the tool every tape needs sooner or later. */
export const Pencil = () => (
  <svg class="pencil" viewBox="0 0 420 30" aria-hidden="true">
    <path class="rubber" d="M0 7q0-4 5-4h21v24H5q-5 0-5-4z" />
    <path class="ferrule" d="M26 3h26v24H26z" />
    <path class="wood" d="M52 3h306v24H52z" />
    <path class="shade" d="M52 19h306v8H52zM52 3h306v5H52z" />
    <path class="point" d="M358 3l50 12-50 12z" />
    <path class="lead" d="M393 11.4l22 3.6-22 3.6z" />
  </svg>
)
