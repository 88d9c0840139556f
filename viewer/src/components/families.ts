/** The families as the start page shows them. The pages are built from the documentation. */
export interface ShownFamily {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Address of the page about its formats. */
  readonly page: string;
  /** Address of a picture of the sample. */
  readonly picture?: string;
}

const pictures = import.meta.glob<string>('../pictures/*.png', { eager: true, query: '?url', import: 'default' });

const family = (id: string, title: string, text: string): ShownFamily => {
  const picture = pictures[`../pictures/${id}.png`];
  return { id, title, text, page: `formats/${id}.html`, ...(picture === undefined ? {} : { picture }) };
};

export const families: readonly ShownFamily[] = [
  family('red-faction', 'Red Faction', 'Characters, props, clips, packfiles'),
  family('ff7', 'Final Fantasy VII', 'Battle and field models of 1997 and 1998'),
  family('bfres', 'Nintendo BFRES', 'Models of the Wii U and the Switch'),
  family('xray', 'S.T.A.L.K.E.R.', 'Meshes, skeletons and motions of X-Ray'),
];

/** The page about the formats of a family. */
export function pageOf(familyId: string | undefined): string | undefined {
  return families.find(({ id }) => id === familyId)?.page;
}
