import { useState } from 'preact/hooks';
import { useShared } from '../state/state.ts';
import { save, takeGlb, takeJson, takeMember, takePictures } from '../state/taking.ts';
import { Button } from './button.tsx';
import { currentStage } from './current-stage.ts';
import { Dialog } from './dialog.tsx';
import { Toggle } from './look-panel.tsx';
import { counted } from './text.ts';

/** Everything that can be saved. */
export function TakeDialog() {
  return (
    <Dialog name="take" title="Export">
      <TakeModel />
      <TakeScreenshot />
      <TakeFile />
    </Dialog>
  );
}

function TakeModel() {
  const scene = useShared((state) => state.scene);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  if (scene === undefined) return null;
  const names = [...new Set(scene.clips.map(({ name }) => name))];
  const chosen = names.filter((name) => !left.has(name));
  const take = async () => {
    setBusy(true);
    await takeGlb(chosen);
    setBusy(false);
  };
  return (
    <section class="take">
      <h3>Model as glTF</h3>
      <p class="quiet">
        For Blender, three.js and all else that reads .glb. The original files travel inside, so that nothing is lost on
        the way back.
      </p>
      {names.length > 0 && (
        <fieldset class="take-clips">
          <legend>
            {counted(chosen.length, 'clip')} of {names.length}
          </legend>
          <div class="take-row">
            <Button label="All" onClick={() => setLeft(new Set())} />
            <Button label="None" onClick={() => setLeft(new Set(names))} />
          </div>
          <div class="take-list">
            {names.map((name) => (
              <Toggle
                key={name}
                label={name}
                value={!left.has(name)}
                onChange={(isChosen) =>
                  setLeft(new Set(isChosen ? [...left].filter((other) => other !== name) : [...left, name]))
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <Button
        label={isBusy ? 'Making the file' : 'Save .glb'}
        icon="take"
        kind="primary"
        disabled={isBusy}
        onClick={take}
      />
    </section>
  );
}

function TakeScreenshot() {
  const hasModel = useShared((state) => state.scene !== undefined);
  const model = useShared((state) => state.model);
  const [isTransparent, setTransparent] = useState(false);
  if (!hasModel) return null;
  const take = async () => {
    const picture = await currentStage()?.screenshot(isTransparent);
    if (picture !== undefined) save(`${(model ?? 'model').replaceAll('/', '_')}.png`, picture);
  };
  return (
    <section class="take">
      <h3>Picture of the model</h3>
      <Toggle label="Transparent background" value={isTransparent} onChange={setTransparent} />
      <Button label="Save picture" icon="camera" onClick={take} />
    </section>
  );
}

function TakeFile() {
  const file = useShared((state) => state.file);
  const selected = useShared((state) => state.selected);
  const listed = useShared((state) => state.opened?.files.find(({ name }) => name === state.file?.name));
  if (file === undefined) return null;
  const name = file.name.slice(file.name.lastIndexOf('/') + 1);
  return (
    <section class="take">
      <h3>{name}</h3>
      <div class="take-row">
        <Button label="Save the file as it is" icon="file" onClick={() => takeMember(file.name)} />
        {listed?.isPicture && <Button label="Save as PNG" icon="picture" onClick={() => takePictures(file.name)} />}
        {selected !== undefined && (
          <Button label={`Save ${selected.path} as JSON`} icon="take" onClick={() => takeJson()} />
        )}
      </div>
      <p class="quiet">To change a number, choose it in the structure and save a patched copy there.</p>
    </section>
  );
}
