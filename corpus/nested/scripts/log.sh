#!/bin/sh
# Read by fleet.yaml through get_file; never touched.
exec logbook --append "$1"
