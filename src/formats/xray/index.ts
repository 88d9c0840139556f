import type { Family, Format } from '../format.ts';
import { type AnmFile, anmFile } from './anm.ts';
import { type BonesFile, bonesFile } from './bone.ts';
import { check as checkDm } from './dm.check.ts';
import { type DmFile, dmFile } from './dm.ts';
import { check as checkGameMaterials, issues as gameMaterialIssues } from './gamemtl.check.ts';
import { materialLibrary } from './gamemtl.library.ts';
import { type GameMaterials, gameMaterials } from './gamemtl.ts';
import { models } from './model.ts';
import { checkAnm, checkBones, checkOmf, checkSkl, checkSkls } from './motion-files.check.ts';
import { check as checkObject, issues as objectIssues } from './object.check.ts';
import { type ObjectFile, objectFile } from './object.ts';
import { check as checkOgf, issues as ogfIssues } from './ogf.check.ts';
import { type OgfFile, ogfFile } from './ogf.ts';
import { type OmfFile, omfFile } from './omf.ts';
import {
  sniffAnm,
  sniffBones,
  sniffDm,
  sniffGameMaterials,
  sniffObject,
  sniffOgf,
  sniffOmf,
  sniffSkl,
  sniffSkls,
  sniffThm,
} from './recognition.ts';
import { referencesOfDm, referencesOfObject, referencesOfOgf, referencesOfThm } from './references.ts';
import { sceneIssues } from './scene.issues.ts';
import { type SklFile, type SklsFile, sklFile, sklsFile } from './skl.ts';
import { targetIssues } from './target.issues.ts';
import { targets } from './target.ts';
import { check as checkThm, issues as thmIssues } from './thm.check.ts';
import { thmImages } from './thm.images.ts';
import { type ThmFile, thmFile } from './thm.ts';
import { issues } from './xray.issues.ts';

const shared = Object.values(issues);

const object: Format<ObjectFile> = {
  id: 'object',
  title: 'S.T.A.L.K.E.R. SDK object',
  extensions: ['.object'],
  roles: ['mesh', 'lod'],
  sniff: sniffObject,
  codec: objectFile,
  check: checkObject,
  issues: [...Object.values(objectIssues), ...shared],
  references: referencesOfObject,
};

const skl: Format<SklFile> = {
  id: 'skl',
  title: 'S.T.A.L.K.E.R. SDK motion',
  extensions: ['.skl'],
  roles: ['animation'],
  sniff: sniffSkl,
  codec: sklFile,
  check: checkSkl,
  issues: shared,
};

const skls: Format<SklsFile> = {
  id: 'skls',
  title: 'S.T.A.L.K.E.R. SDK list of motions',
  extensions: ['.skls'],
  roles: ['animation'],
  sniff: sniffSkls,
  codec: sklsFile,
  check: checkSkls,
  issues: shared,
};

const bones: Format<BonesFile> = {
  id: 'bones',
  title: 'S.T.A.L.K.E.R. SDK bone physics',
  extensions: ['.bones'],
  sniff: sniffBones,
  codec: bonesFile,
  check: checkBones,
  issues: shared,
};

const anm: Format<AnmFile> = {
  id: 'anm',
  title: 'S.T.A.L.K.E.R. object motion',
  extensions: ['.anm'],
  roles: ['animation'],
  sniff: sniffAnm,
  codec: anmFile,
  check: checkAnm,
  issues: shared,
};

const gamemtl: Format<GameMaterials> = {
  id: 'gamemtl',
  title: 'S.T.A.L.K.E.R. game materials library',
  extensions: ['.xr'],
  sniff: sniffGameMaterials,
  codec: gameMaterials,
  check: checkGameMaterials,
  issues: [...Object.values(gameMaterialIssues), ...shared],
  library: materialLibrary,
};

const ogf: Format<OgfFile> = {
  id: 'ogf',
  title: 'S.T.A.L.K.E.R. compiled model',
  extensions: ['.ogf'],
  roles: ['mesh', 'lod'],
  sniff: sniffOgf,
  codec: ogfFile,
  check: checkOgf,
  issues: [...Object.values(ogfIssues), ...shared],
  references: referencesOfOgf,
};

const omf: Format<OmfFile> = {
  id: 'omf',
  title: 'S.T.A.L.K.E.R. compiled motions',
  extensions: ['.omf'],
  roles: ['animation'],
  sniff: sniffOmf,
  codec: omfFile,
  check: checkOmf,
  issues: shared,
};

const dm: Format<DmFile> = {
  id: 'dm',
  title: 'S.T.A.L.K.E.R. detail model',
  extensions: ['.dm'],
  roles: ['mesh'],
  sniff: sniffDm,
  codec: dmFile,
  check: checkDm,
  issues: shared,
  references: referencesOfDm,
};

const thm: Format<ThmFile> = {
  id: 'thm',
  title: 'S.T.A.L.K.E.R. SDK thumbnail and settings',
  extensions: ['.thm'],
  sniff: sniffThm,
  codec: thmFile,
  check: checkThm,
  issues: [...Object.values(thmIssues), ...shared],
  references: referencesOfThm,
  toImages: thmImages,
};

export const xray: Family = {
  id: 'xray',
  title: 'S.T.A.L.K.E.R. (X-Ray engine)',
  formats: [object, skl, skls, bones, anm, gamemtl, ogf, omf, dm, thm],
  models,
  targets,
  options: [
    {
      name: 'smoothing',
      summary:
        'how smoothing values of .object files are read and written: by the rules of Shadow of Chernobyl or of later games',
      values: ['auto', 'soc', 'cop'],
      default: 'auto',
    },
    {
      name: 'influences',
      summary: 'how many bones a vertex of an .object may follow: 2 in Shadow of Chernobyl',
      values: ['2', '4'],
      default: '4',
    },
    {
      name: 'normals',
      summary:
        'of objects that are written: from smoothing values alone, or stored too where those cannot express them',
      values: ['smoothing', 'explicit'],
      default: 'smoothing',
    },
  ],
  issues: [...shared, ...Object.values(sceneIssues), ...Object.values(targetIssues)],
};
