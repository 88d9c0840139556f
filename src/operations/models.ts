import { CodecError } from '../binary/index.ts';
import type { Source } from '../containers/source.ts';
import type { Family, Model, Options } from '../formats/format.ts';
import { families } from '../formats/registry.ts';
import { type Issue, issue } from '../issue.ts';
import type { Conversion, Scene } from '../scene/scene.ts';
import { freeName } from './expand.ts';
import { inFile, operationIssues } from './issues.ts';

/** A model and the family that knows it. */
export interface FoundModel {
  /** Unique among the models found together. */
  readonly name: string;
  readonly family: Family;
  readonly model: Model;
}

export interface FoundModels {
  readonly models: readonly FoundModel[];
  readonly issues: readonly Issue[];
}

/** The models that the files of a source make up, in the order of the families and of their files. */
export function findModels(source: Source, among: readonly Family[] = families): FoundModels {
  const models: FoundModel[] = [];
  const issues: Issue[] = [];
  const taken = new Set<string>();
  for (const family of among) {
    try {
      for (const model of family.models(source)) {
        const name = freeName(taken, model.name);
        taken.add(name);
        models.push({ name, family, model });
      }
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      issues.push(...inFile([error], source.name));
    }
  }
  return { models, issues };
}

/** The scene of a model, with all issues: what was noted when it was found, and what was lost. */
export async function modelScene(
  { name, family, model }: FoundModel,
  options: Options = {},
): Promise<Conversion<Scene | undefined>> {
  const notes = inFile(model.notes, name);
  try {
    const { value, issues } = await model.toScene(optionsOf(family, options));
    return { value, issues: [...notes, ...inFile(withoutThose(issues, model.notes), name)] };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    const failed = issue(operationIssues['no-scene'], 'its files can not be read on');
    return { value: undefined, issues: [...notes, ...inFile([error, failed], name)] };
  }
}

/** The settings that a family understands: its defaults, and over them what was asked for. */
export function optionsOf(family: Family, asked: Options): Options {
  return Object.fromEntries(family.options.map(({ name, default: usual }) => [name, asked[name] ?? usual]));
}

function withoutThose(issues: readonly Issue[], known: readonly Issue[]): readonly Issue[] {
  return issues.filter((issue) => !known.includes(issue));
}
