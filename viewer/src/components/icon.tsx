/** Drawn on a field of 16 by 16, in lines of the text's colour. */
const shapes = {
  open: 'M2 12.500v-9h4l1.500 2H14v7z',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  close: 'M4 4l8 8M12 4l-8 8',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5 3v10M11 3v10',
  first: 'M4 3v10M12 3.500L6 8l6 4.500z',
  last: 'M12 3v10M4 3.500L10 8l-6 4.500z',
  back: 'M10 4L6 8l4 4',
  forward: 'M6 4l4 4-4 4',
  down: 'M4 6l4 4 4-4',
  loop: 'M3 8a5 5 0 0 1 8.500-3.500L13 6M13 3v3h-3M13 8a5 5 0 0 1-8.500 3.500L3 10M3 13v-3h3',
  once: 'M3 8h9M9 4.500L12.500 8 9 11.500M14 4v8',
  bounce: 'M2 8h12M5 5L2 8l3 3M11 5l3 3-3 3',
  take: 'M8 2v8M4.500 7L8 10.500 11.500 7M3 13.500h10',
  look: 'M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8zM8 6.200a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600z',
  fit: 'M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10',
  bone: 'M5 11L11 5M3.500 10.500a1.600 1.600 0 1 0 2 2M12.500 5.500a1.600 1.600 0 1 0-2-2',
  camera: 'M2 5h3l1-1.500h4L11 5h3v8H2zM8 7a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  light:
    'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.500v1.500M8 13v1.500M1.500 8H3M13 8h1.500M3.500 3.500l1 1M11.500 11.500l1 1M12.500 3.500l-1 1M4.500 11.500l-1 1',
  dark: 'M13 9.500A5.500 5.500 0 0 1 6.500 3a5.500 5.500 0 1 0 6.500 6.500z',
  system: 'M2 3.500h12v8H2zM6 14h4',
  help: 'M6 6a2 2 0 1 1 2.800 1.800c-.600.300-.800.700-.800 1.500M8 11.600v.200M8 1.800a6.200 6.200 0 1 0 0 12.400A6.200 6.200 0 0 0 8 1.800z',
  copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
  search: 'M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM10.500 10.500L14 14',
  clips: 'M2 3h12v10H2zM5 3v10M11 3v10M2 8h3M11 8h3',
  warning: 'M8 2.500l6 11H2zM8 7v3M8 11.800v.100',
  model: 'M8 1.800l5.500 3v6.400L8 14.200l-5.500-3V4.800zM2.500 4.800L8 8l5.500-3.200M8 8v6.200',
  archive: 'M2 3h12v3H2zM3 6v7.500h10V6M6.500 8.500h3',
  picture: 'M2 3h12v10H2zM2 11l3.500-3.500L9 11l2-2 3 3M10.500 6v.100',
  add: 'M8 3v10M3 8h10',
} as const;

export type IconName = keyof typeof shapes;

/** A picture beside or instead of a text; the text or a label says what it is. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
