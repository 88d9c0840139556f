import { useEffect, useRef } from 'preact/hooks';
import type { Look } from '../stage/materials.ts';
import type { Showing, Stage } from '../stage/stage.ts';
import { store, useShared } from '../state/state.ts';

const shadings = ['lit', 'unlit', 'normals'] as const;
const backgrounds = ['theme', 'studio', 'black', 'white'] as const;

interface LookPanelProps {
  readonly stage: Stage | undefined;
  readonly onClose: () => void;
}

/** How the model is drawn, and which of its parts. */
export function LookPanel({ stage, onClose }: LookPanelProps) {
  const showing = useShared((state) => state.showing);
  const { look } = showing;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector('input')?.focus(), []);
  const set = (change: Partial<Showing>) => store.set({ showing: { ...showing, ...change } });
  const setLook = (change: Partial<Look>) => set({ look: { ...look, ...change } });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel from any of its controls
    <div ref={panel} class="look-panel" onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <Choice title="Surface" values={shadings} value={look.shading} onChange={(shading) => setLook({ shading })} />
      <Toggle label="Textures" value={look.textures} onChange={(textures) => setLook({ textures })} />
      <Toggle label="Vertex colours" value={look.vertexColors} onChange={(vertexColors) => setLook({ vertexColors })} />
      <Toggle label="Wireframe" value={look.wireframe} onChange={(wireframe) => setLook({ wireframe })} />
      <Toggle label="Both sides" value={look.doubleSided} onChange={(doubleSided) => setLook({ doubleSided })} />
      <hr />
      <Toggle label="Bones" value={showing.skeleton} onChange={(skeleton) => set({ skeleton })} />
      <Toggle
        label="Names of bones"
        value={showing.boneNames}
        onChange={(boneNames) => set({ boneNames, skeleton: boneNames || showing.skeleton })}
      />
      <Toggle label="Bounding box" value={showing.boxes} onChange={(boxes) => set({ boxes })} />
      <Toggle label="Grid" value={showing.grid} onChange={(grid) => set({ grid })} />
      <Choice
        title="Background"
        values={backgrounds}
        value={showing.background}
        onChange={(background) => set({ background })}
      />
      <Details />
      <Parts stage={stage} />
    </div>
  );
}

/** Levels of detail. */
function Details() {
  const lods = useShared((state) => state.lods);
  const showing = useShared((state) => state.showing);
  if (lods.length < 2) return null;
  return (
    <Choice
      title="Level of detail"
      values={lods.map(String)}
      value={`${showing.lod}`}
      onChange={(lod) => store.set({ showing: { ...showing, lod: Number(lod) } })}
    />
  );
}

/** Submeshes. */
function Parts({ stage }: { readonly stage: Stage | undefined }) {
  const scene = useShared((state) => state.scene);
  const showing = useShared((state) => state.showing);
  const parts = (stage?.parts ?? []).filter(({ lod }) => lod === showing.lod);
  if (scene === undefined || parts.length < 2) return null;
  const nameOf = (node: number, primitive: number) => {
    const { name, mesh } = scene.nodes[node]!;
    const { material } = scene.meshes[mesh!]!.primitives[primitive]!;
    const materialName = material === undefined ? '' : scene.materials[material]!.name;
    return [name, materialName].filter((text) => text !== '').join(' · ');
  };
  return (
    <fieldset>
      <legend>Parts</legend>
      {parts.map(({ id, node, primitive }) => (
        <Toggle
          key={id}
          label={nameOf(node, primitive)}
          value={!showing.hidden.has(id)}
          onChange={(isShown) => {
            const hidden = new Set(showing.hidden);
            if (isShown) hidden.delete(id);
            else hidden.add(id);
            store.set({ showing: { ...showing, hidden } });
          }}
        />
      ))}
    </fieldset>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

export function Toggle({ label, value, onChange }: ToggleProps) {
  return (
    <label class="toggle">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface ChoiceProps<T extends string> {
  readonly title: string;
  readonly values: readonly T[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ title, values, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset class="choice">
      <legend>{title}</legend>
      <div class="segments">
        {values.map((option) => (
          <label key={option}>
            <input type="radio" name={title} checked={option === value} onChange={() => onChange(option)} />
            <span>{option}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
