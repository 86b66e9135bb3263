// RUN: %check_fuse %s
// Tabs and odd spacing stay as they are.
//--- before.cpp
static	void	f ( const int*__restrict in,int*__restrict a,
		int*__restrict b,	int n )
	{
	for ( int i=0 ;i<n ;++i )
	  {
		a [ i ]	= in[ i ]+5 ;
	  }
	for ( int i=0 ;i<n ;++i )
	  {
		b [ i ]	= a[ i ]*3 ;
	  }
	}
//--- after.cpp
static	void	f ( const int*__restrict in,int*__restrict a,
		int*__restrict b,	int n )
	{
	for ( int i=0 ;i<n ;++i )
	  {
		a [ i ]	= in[ i ]+5 ;
		b [ i ]	= a[ i ]*3 ;
	  }
	}
