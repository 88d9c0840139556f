// The public API: what is not named here does not exist for others. Subpaths: `exhume/binary` (codecs), `exhume/scene`
// (the common model), `exhume/formats/gltf` (readGltf, writeGlb, writeGltf), `exhume/formats/<family>` (one family).

export {
  bulkOf,
  CodecError,
  describeValue,
  dump,
  explain,
  type Inspection,
  isLeaf,
  patch,
  pathOf,
  type Span,
  type Trace,
} from './binary/index.ts';
export {
  type Entry,
  extension,
  fileName,
  Lookup,
  memorySource,
  type Source,
  stem,
} from './containers/source.ts';
export type { Verdict, Wrapper } from './containers/wrapper.ts';
export { addZstdDictionary } from './containers/zstd.ts';
export type {
  AnyFormat,
  Archive,
  Family,
  Format,
  Member,
  Model,
  NamedImage,
  OptionDeclaration,
  Options,
  OutputFile,
  Part,
  Reference,
  Stranger,
  Target,
  TargetContext,
} from './formats/format.ts';
export {
  families,
  familyOf,
  formatOf,
  formats,
  HEAD_SIZE,
  identify,
  identifyWrapper,
  isArchive,
  wrappers,
} from './formats/registry.ts';
export type { Image } from './images/image.ts';
export {
  formatIssue,
  formatPath,
  hex,
  type Issue,
  type IssueKind,
  type Path,
  type Severity,
} from './issue.ts';
export { type Ability, abilities } from './operations/abilities.ts';
export { catalogue } from './operations/catalogue.ts';
export { check, describeIssue } from './operations/check.ts';
export {
  type ClipContents,
  type Converted,
  type ConvertOptions,
  contentsOf,
  convert,
  convertGltf,
  convertModel,
  convertPictures,
  type OutputFormat,
  outputFormats,
  type SceneContents,
} from './operations/convert.ts';
export { type Change, type DiffResult, diff } from './operations/diff.ts';
export { type ExpandedSource, type ExpandOptions, expand } from './operations/expand.ts';
export {
  type Explanation,
  explainByte,
  type InspectedFile,
  inspect,
  parsePath,
  partsOf,
  type Row,
  type RowOptions,
  rows,
  toJson,
} from './operations/inspect.ts';
export { type FoundModel, type FoundModels, findModels, modelScene } from './operations/models.ts';
export { type OpenedFile, type OpenOptions, open, type PeeledWrapper, type Reading, read } from './operations/open.ts';
export { type Packed, type PackOptions, pack } from './operations/pack.ts';
export { prepare } from './operations/prepare.ts';
export { type Difference, type Verification, verify } from './operations/verify.ts';
export { childrenOf, hierarchy, lodsOf } from './scene/hierarchy.ts';
export {
  clipDuration,
  jointMatrices,
  morphedPositions,
  type Pose,
  restPose,
  sampleClip,
  skinnedPositions,
  worldMatrices,
} from './scene/sampling.ts';
export {
  type Clip,
  type Conversion,
  type EncodedImage,
  type Extras,
  emptyScene,
  type Interpolation,
  type Material,
  type Mesh,
  type MorphTarget,
  type Node,
  type Pixels,
  type Primitive,
  type Quaternion,
  type Scene,
  type SceneImage,
  type Skin,
  type SourceFile,
  type Texture,
  type TextureUse,
  type Track,
  type TrackPath,
  type Vector3,
  type Wrap,
} from './scene/scene.ts';
export { validateScene } from './scene/validation.ts';
export { version } from './version.ts';
