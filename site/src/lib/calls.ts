// The types of the API's calls by their addresses, from the API description (api_types.ts).
import type { components, paths } from "./api_types";

/** What the server sends, by the names of the description: Schemas["Status"]. */
export type Schemas = components["schemas"];

type Having<Verb extends string> = {
  [Path in keyof paths]: paths[Path] extends Record<Verb, unknown> ? Path : never;
}[keyof paths];
type Operation<Path extends keyof paths, Verb extends string> =
  paths[Path] extends Record<Verb, infer Found> ? Found : never;

interface Answers<Body> {
  responses: { 200: { content: { "application/json": Body } } };
}
interface Asked<Query> {
  parameters: { query?: Query };
}
type Sent<Found> =
  NonNullable<Found> extends { content: { "application/json": infer Body } } ? Body : undefined;

export type GetPath = Having<"get">;
export type PostPath = Having<"post">;
export type GetReply<Path extends GetPath> =
  Operation<Path, "get"> extends Answers<infer Body> ? Body : never;
export type PostReply<Path extends PostPath> =
  Operation<Path, "post"> extends Answers<infer Body> ? Body : never;
/** The parameters of a call; undefined where it has none. */
export type GetQuery<Path extends GetPath> =
  Operation<Path, "get"> extends Asked<infer Query> ? Query : undefined;
export type PostBody<Path extends PostPath> =
  Operation<Path, "post"> extends { requestBody?: infer Found } ? Sent<Found> : undefined;
