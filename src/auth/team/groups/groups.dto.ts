import { ArrayMaxSize, IsArray, IsString, IsUUID, Length } from 'class-validator';
import { Example } from '../../../platform/http/documented.js';
import { Optional } from '../../../platform/http/input/optional.js';
import { describe, id, listOf, named, object, text, time } from '../../../platform/http/shape.js';

export const MOST_GROUP_MEMBERS = 500;

export class CreateGroupDto {
  @Example('finance') @IsString() @Length(1, 100) name: string;
  @Optional() @IsArray() @ArrayMaxSize(MOST_GROUP_MEMBERS) @IsUUID('all', { each: true }) members?: string[];
}

export class ChangeGroupDto {
  @Optional() @Example('finance') @IsString() @Length(1, 100) name?: string;
  @Optional() @IsArray() @ArrayMaxSize(MOST_GROUP_MEMBERS) @IsUUID('all', { each: true }) members?: string[];
}

export const Group = named(
  'Group',
  'A group of members, which policies name as approvers.',
  object({
    id,
    name: describe('Unique in the organization.', text('finance')),
    members: describe('Ids of users.', listOf(id)),
    createdAt: time,
    updatedAt: time,
  }),
);
