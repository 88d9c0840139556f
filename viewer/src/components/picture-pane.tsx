import { useShared } from '../state/state.ts';
import { takePictures } from '../state/taking.ts';
import { Button } from './button.tsx';

/** The pictures of a file, on a chequered ground that shows what is transparent. */
export function PicturePane() {
  const pictures = useShared((state) => state.pictures);
  const file = useShared((state) => state.file);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <section class="pictures" tabIndex={0} aria-label="Pictures">
      {pictures.map(({ name, url, width, height }) => (
        <figure key={url}>
          <img src={url} alt={name} width={width} height={height} />
          <figcaption>
            {name}{' '}
            <span class="quiet">
              {width} × {height}
            </span>
          </figcaption>
        </figure>
      ))}
      {file !== undefined && <Button label="Save as PNG" icon="take" onClick={() => takePictures(file.name)} />}
    </section>
  );
}
